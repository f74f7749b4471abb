import { mount } from 'svelte';
import { loadTexts } from '$shell/language.svelte';
import { settings } from '$shell/settings.svelte';
import App from './App.svelte';
import { onDevice } from '$shell/router.svelte';
import './tokens.css';
import './base.css';

const target = document.getElementById('app')!;
// In a task of its own, after the scripts have been read: a slow device can draw in between.
const texts = loadTexts(settings.lang);
setTimeout(async () => {
  await texts;
  if (onDevice) await import('./device/wiring').then(({ begin }) => begin());
  target.replaceChildren(); // the name of the house stood there while this was loading
  mount(App, { target });
});
