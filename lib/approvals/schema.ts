import { z } from "zod";
import { formOf, needed, text } from "../platform/form";

export const APPROVAL_DECISIONS = ["approve", "adjust", "reject"] as const;

/** 32 random bytes in base64url. */
export const approvalToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

const decision = z
  .object({ token: approvalToken, decision: z.enum(APPROVAL_DECISIONS), name: needed(120), reason: text(1000) })
  .refine(({ decision: chosen, reason }) => chosen === "approve" || reason !== "", {
    path: ["reason"],
    error: "missing",
  });

export const approvalSchema = formOf(decision);
export const createLinkSchema = z.strictObject({ id: z.uuid() });
export const revokeLinksSchema = z.strictObject({ id: z.uuid() });
