import { z } from "zod";
import { PERMISSIONS, ROLES, type Permission } from "@/lib/platform/auth/permissions";
import { OBSTACLES } from "./rules";
import { typed } from "../../../platform/form";
import { outcomeSchema } from "../../../platform/outcome-schema";

const permissionKeys = Object.keys(PERMISSIONS) as [Permission, ...Permission[]];
const account = z.uuid();
const reason = typed().max(300).default("");
const neededReason = typed().min(1).max(300);
const email = typed().max(320).pipe(z.email());

export const accountSchema = z.object({ account });
export const sessionSchema = z.object({ session: z.uuid() });
export const roleSchema = z.object({
  account,
  role: z.enum(ROLES),
  permissions: z.array(z.enum(permissionKeys)).default([]),
  reason,
});
export const blockSchema = z.object({ account, blocked: z.enum(["true", "false"]), reason });
export const deletionSchema = z.object({ account, email: typed().max(320) });
export const matrixSchema = z.object({ role: z.enum(ROLES), permissions: z.array(z.enum(permissionKeys)).default([]) });
export const mfaResetSchema = z.object({ account, reason: neededReason });
export const mergePreviewSchema = z.object({ account, targetEmail: email });
export const mergeSchema = z.object({ account, targetEmail: email, email, reason: neededReason });

const rows = z.number().int().default(0);

/** Result of a merge in the database. */
const report = {
  is_trial: z.boolean(),
  obstacles: z.array(z.enum(OBSTACLES).catch("refused")),
  report: z.array(z.object({ table: z.string(), moved: rows, dropped: rows, stays: rows })),
  target: z.object({ id: z.uuid(), username: z.string(), role: z.enum(ROLES) }).nullable(),
};
export const mergeResultSchema = outcomeSchema({ saved: report, refused: ["obstacles"], details: report });

export type MergeResult = z.output<typeof mergeResultSchema>;
