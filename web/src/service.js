// Offline: the service worker keeps the files of one version, and a new version waits until it is asked
// for.
import { fetchAgain } from './engine.js';
import { say } from './speech.js';
import { state } from './state.js';
import { t } from './strings.js';
import { toast } from './toast.js';

/** @type {ServiceWorker | null} */
let waiting = null;

/** @param {() => void} onChange */
export function watchOffline(onChange) {
    state.isOffline = !navigator.onLine;
    const change = () => {
        state.isOffline = !navigator.onLine;
        if (!state.isOffline) fetchAgain();
        say(t(state.isOffline ? 'offline' : 'online'));
        onChange();
    };
    addEventListener('online', change);
    addEventListener('offline', change);
}

/** Keeps the files on this device. The page has fetched them by now, so that they are not fetched twice. */
export async function keepForOffline() {
    if (!('serviceWorker' in navigator)) return;
    try {
        const registration = await navigator.serviceWorker.register('./sw.js');
        if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
        registration.addEventListener('updatefound', () => {
            const young = registration.installing;
            young?.addEventListener('statechange', () => {
                if (young.state === 'installed' && navigator.serviceWorker.controller) offer(young);
            });
        });
    } catch {
        // Without a service worker the page works, but not offline.
    }
}

/** @param {ServiceWorker} worker */
function offer(worker) {
    waiting = worker;
    toast(t('updated'), { label: t('reload'), run: reloadForUpdate });
}

/** Other tabs go on with the version that they began with. */
export function reloadForUpdate() {
    // Another tab may have taken the new version already.
    if (waiting?.state !== 'installed') return location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take over');
}
