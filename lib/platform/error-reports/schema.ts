import { z } from "zod";

export const MAX_BODY_BYTES = 4096;

/** Error report of the error page; contains no stack trace and no personal data. */
export const errorReportSchema = z.object({
  message: z.string().max(500),
  digest: z.string().max(100).optional(),
  path: z.string().max(300),
});
