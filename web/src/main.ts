import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';

mount(App, { target: document.getElementById('app')! });

// Only the built files are worth keeping for a time without a network.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('./service-worker.js').catch(() => {
        // The page works without.
    });
