// Runs before the first paint, so that a page in the dark theme never flashes in the light one.
(() => {
    let theme = 'auto';
    try {
        theme = JSON.parse(localStorage.getItem('reversi.1') ?? '{}').theme ?? 'auto';
    } catch {
        // A browser that keeps nothing follows the device.
    }
    const dark =
        theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
