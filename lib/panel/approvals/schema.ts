import { z } from "zod";
import type { Permission } from "../../platform/auth/permissions";
import { formOf, needed, text } from "../../platform/form";
import { APPROVAL_DECISIONS, APPROVAL_SUBJECT_KINDS } from "../../platform/supabase/database-constants/panel";

/** 32 random bytes in base64url. */
export const approvalToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

const decision = z
  .object({ token: approvalToken, decision: z.enum(APPROVAL_DECISIONS), name: needed(120), reason: text(1000) })
  .refine(({ decision: chosen, reason }) => chosen === "approve" || reason !== "", {
    path: ["reason"],
    error: "missing",
  });

export const approvalSchema = formOf(decision);

/** What an approval link can be about, with the permission that its managers need. */
export const APPROVAL_SUBJECTS = {
  service_request: "service_requests",
  event: "events",
  voucher: "vouchers",
} as const satisfies Record<ApprovalSubject, Permission>;
export type ApprovalSubject = (typeof APPROVAL_SUBJECT_KINDS)[number];

export const approvalSubject = z.enum(APPROVAL_SUBJECT_KINDS);
const subject = z.strictObject({ kind: approvalSubject, id: z.uuid() });
export const createLinkSchema = subject;
export const revokeLinksSchema = subject;
