import { mount } from 'svelte';
import App from './App.svelte';
import './tokens.css';
import './base.css';

const target = document.getElementById('app')!;
// In a task of its own, after the scripts have been read: a slow device can draw in between.
setTimeout(() => {
  target.replaceChildren(); // the name of the house stood there while this was loading
  mount(App, { target });
});
