/** Dispatched on the document when the router has shown another page. */
export const PAGE_EVENT = "lacambeche:page";
