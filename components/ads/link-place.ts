/** Where the message to an advertiser names the link, until there is one. */
export const LINK_PLACE = "{link}";
