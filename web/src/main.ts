import { mount } from 'svelte';
import App from './App.svelte';
import './tokens.css';

const target = document.getElementById('app')!;
target.replaceChildren(); // the name of the house stood there while this was loading
mount(App, { target });
