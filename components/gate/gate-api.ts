import { z } from "zod";
import { answerSchema, DEVICE_SCHEME, gateDataSchema, walkInAnswerSchema, type Reading } from "@/lib/gate/schema";

/** Who reads: an operator of the team with the session, or an enrolled device with the token of its link. */
export type GateMode = { kind: "operator"; eventId: string } | { kind: "device"; token: string };

/** `offline`: not reached. `signedOut`: the session expired. `refused`: no permission, or the link is no longer valid. */
export type GateFailure = "offline" | "signedOut" | "refused" | "missing" | "failed";
export type GateResult<T> = { data: T; failure: null } | { data: null; failure: GateFailure };

const FAILURES: Partial<Record<number, GateFailure>> = { 401: "signedOut", 403: "refused", 404: "missing" };
const TIMEOUT_MS = 10_000;

async function ask<T>(mode: GateMode, path: string, schema: z.ZodType<T>, body?: unknown): Promise<GateResult<T>> {
  try {
    const response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: mode.kind === "device" ? { authorization: `${DEVICE_SCHEME} ${mode.token}` } : {},
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return { data: null, failure: FAILURES[response.status] ?? "failed" };
    return { data: schema.parse(await response.json()), failure: null };
  } catch (error) {
    return { data: null, failure: error instanceof z.ZodError ? "failed" : "offline" };
  }
}

export const fetchGate = (mode: GateMode) =>
  ask(mode, mode.kind === "device" ? "/api/gate/list" : `/api/gate/list?event=${mode.eventId}`, gateDataSchema);

export const sendReadings = (mode: GateMode, readings: readonly Reading[], pending: number) =>
  ask(mode, "/api/gate/readings", z.array(answerSchema), { readings, pending });

export const undoReading = (mode: GateMode, nonce: string) =>
  ask(mode, "/api/gate/undo", z.object({ done: z.boolean() }), { nonce });

export const sendWalkIn = (
  mode: GateMode,
  walkIn: { nonce: string; listId: string; typeId: string; name: string; email: string },
) => ask(mode, "/api/gate/walk-ins", walkInAnswerSchema, walkIn);
