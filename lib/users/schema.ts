import { z } from "zod";
import { PERMISSIONS, ROLES, type Permission } from "../platform/auth/permissions";

const permissionKeys = Object.keys(PERMISSIONS) as [Permission, ...Permission[]];
const account = z.uuid();
const reason = z.string().trim().max(300).default("");

export const accountSchema = z.object({ account });
export const sessionSchema = z.object({ session: z.uuid() });
export const roleSchema = z.object({ account, role: z.enum(ROLES), permissions: z.array(z.enum(permissionKeys)).default([]), reason });
export const blockSchema = z.object({ account, blocked: z.enum(["true", "false"]), reason });
export const deletionSchema = z.object({ account, email: z.string().trim().max(320) });
export const matrixSchema = z.object({ role: z.enum(ROLES), permissions: z.array(z.enum(permissionKeys)).default([]) });
