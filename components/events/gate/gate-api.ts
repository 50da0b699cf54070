import { z } from "zod";
import { ask } from "@/components/platform/readings/reading-api";
import {
  answerSchema,
  gateDataSchema,
  gatePixSchema,
  walkInAnswerSchema,
  type Reading,
  type WalkIn,
} from "@/lib/events/gate/schema";

/** Who reads: an operator of the team with the session, or an enrolled device with the token of its link. */
export type GateMode = { kind: "operator"; eventId: string } | { kind: "device"; token: string };

const tokenOf = (mode: GateMode) => (mode.kind === "device" ? mode.token : null);

export const fetchGate = (mode: GateMode) =>
  ask(
    tokenOf(mode),
    mode.kind === "device" ? "/api/gate/list" : `/api/gate/list?event=${mode.eventId}`,
    gateDataSchema,
  );

export const sendReadings = (mode: GateMode, readings: readonly Reading[], pending: number) =>
  ask(tokenOf(mode), "/api/gate/readings", z.array(answerSchema), { readings, pending });

export const undoReading = (mode: GateMode, nonce: string) =>
  ask(tokenOf(mode), "/api/gate/undo", z.object({ done: z.boolean() }), { nonce });

type Attempt = { nonce: string; listId: string };

export const sendWalkIn = (mode: GateMode, walkIn: WalkIn & Attempt) =>
  ask(tokenOf(mode), "/api/gate/walk-ins", walkInAnswerSchema, walkIn);

export const fetchPix = (mode: GateMode, body: Pick<WalkIn, "typeId" | "people" | "companions"> & Attempt) =>
  ask(tokenOf(mode), "/api/gate/pix", gatePixSchema, body);
