import { z } from "zod";
import { formOf } from "../../platform/form";
import { ACKNOWLEDGED_DOCUMENTS } from "./rules";

/** Result of export_account(); unknown keys are exported unchanged. */
export const accountCopySchema = z.looseObject({
  files: z.array(z.looseObject({ bucket: z.string(), name: z.string() })),
});

export const erasureSchema = formOf(z.object({ sure: z.literal("on", { error: "sureMissing" }) }));

export const documentSchema = z.object({ document: z.enum(ACKNOWLEDGED_DOCUMENTS) });
