/** Placeholder for the link in the message to an advertiser. */
export const LINK_PLACEHOLDER = "{link}";
