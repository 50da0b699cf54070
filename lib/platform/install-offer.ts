/** Where a page keeps the browser's offer to install the app (`beforeinstallprompt`), which is made before hydration. */
export type InstallOffer = Window & { installOffer?: Event };
