import { escapeXml } from "../../platform/xml";

/** Path of an event in a frame; codes for other sites contain the id, which does not change with the title. */
export const eventFramePath = (slugOrId: string): string => `/embed/evento/${slugOrId}`;

/** Path of the next events of a state in a frame. */
export const stateFramePath = (abbr: string): string => `/embed/eventos/${abbr.toLowerCase()}`;

/** Next events that the frame of a state lists. */
export const FRAME_EVENTS = 8;

/** Values of `?tema=`; without one a frame has the colours that the reader's device asks for. */
export const FRAME_THEMES = { claro: "light", escuro: "dark" } as const;
export type FrameTheme = (typeof FRAME_THEMES)[keyof typeof FRAME_THEMES];

/** CSS pixels; a longer page scrolls inside the frame. */
const HEIGHT = 560;

type Frame = { url: string; title: string };

/** The code with which another site shows an address in a frame. */
export const frameCode = ({ url, title }: Frame): string =>
  `<iframe src="${escapeXml(url)}" title="${escapeXml(title)}" width="100%" height="${HEIGHT}" loading="lazy" style="border:0;max-width:640px"></iframe>`;

const BUTTON =
  "display:inline-block;padding:12px 20px;border-radius:8px;background:#1d62d8;color:#fff;font-weight:bold;text-decoration:none";

type Link = { url: string; label: string };

/** The code of a button on another site. */
export const buttonCode = ({ url, label }: Link): string =>
  `<a href="${escapeXml(url)}" target="_blank" rel="noopener" style="${BUTTON}">${escapeXml(label)}</a>`;
