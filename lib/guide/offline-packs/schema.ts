import { z } from "zod";
import { STATE_SEGMENTS } from "../../platform/state-segments";
import { DEFAULT_LOCALE } from "../../platform/i18n/routing";
import { LOCALES } from "../../platform/supabase/database-constants/platform";

/** Parameters of `GET /api/offline-pack/{uf}?locale=`. */
export const packRequestSchema = z.object({
  uf: z.string().refine((uf) => STATE_SEGMENTS.has(uf)),
  locale: z.enum(LOCALES).default(DEFAULT_LOCALE),
});

/** Data that is readable offline without any page: phone numbers, routes and photo points. */
export type OfflinePack = {
  uf: string;
  updatedAt: string;
  /** Paths of the pages to store, in the pack's language. */
  pages: string[];
  /** Additional data files and GPX tracks to store. */
  files: string[];
  phones: { name: string; phone: string }[];
  routes: {
    name: string;
    path: string;
    gpx: string;
    km: number | null;
    stops: { name: string; lat: number | null; lng: number | null }[];
  }[];
  photoPoints: { name: string; description: string; lat: number; lng: number }[];
  /** Towns and places with their pages; absent in packs that a device downloaded before they were part of them. */
  places?: { kind: "city" | "service"; name: string; path: string }[];
};
