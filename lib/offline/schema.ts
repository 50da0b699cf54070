import { z } from "zod";
import { STATE_SEGMENTS } from "../platform/state-segments";
import { DEFAULT_LOCALE, LOCALES } from "../platform/i18n/routing";

/** `GET /api/offline-pack/{uf}?locale=`; anything else has no pack. */
export const packRequestSchema = z.object({
  uf: z.string().refine((uf) => STATE_SEGMENTS.has(uf)),
  locale: z.enum(LOCALES).default(DEFAULT_LOCALE),
});

/** What stays readable without any page: whom to call, where the routes lead, where to stop for a picture. */
export type OfflinePack = {
  uf: string;
  updatedAt: string;
  /** Pages to keep, as addresses in the pack's language. */
  pages: string[];
  /** Data and tracks to keep beside them. */
  files: string[];
  phones: { name: string; phone: string }[];
  routes: { name: string; path: string; gpx: string; km: number | null; stops: { name: string; lat: number | null; lng: number | null }[] }[];
  photoPoints: { name: string; description: string; lat: number; lng: number }[];
};
