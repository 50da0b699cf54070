/** Code of a short link: eight letters and digits. */
const LINK_CODE = /^[a-hj-np-z2-9]{8}$/;
export const isLinkCode = (code: unknown): code is string => typeof code === "string" && LINK_CODE.test(code);
export const eventLinkPath = (code: string): string => `/e/${code}`;
/** Parameter of the event page that names the link through which a visitor came. */
export const LINK_PARAMETER = "via";
