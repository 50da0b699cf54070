/** Dispatched on the document after the event listeners of the shell are registered; browser tests wait for it. */
export const HYDRATED_EVENT = "lacambeche:alive";
