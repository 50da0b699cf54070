import { z } from "zod";
import { LOCALES } from "../supabase/database-constants/platform";
import { isLinkToken, SHARED_KINDS } from "./rules";

export const linkToken = z.string().refine(isLinkToken);

export const MAX_REQUEST_BYTES = 1024;

/** Body of `POST /api/fresh-links`: the token of an old link, and whether the contract link is requested. */
export const freshLinkSchema = z.strictObject({
  token: z.string().max(200),
  contract: z.boolean().default(false),
  locale: z.enum(LOCALES),
});

export const shareLinkSchema = z.strictObject({ kind: z.enum(SHARED_KINDS), subject: z.uuid() });
