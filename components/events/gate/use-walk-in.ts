import { useRef } from "react";
import type { GateData, GatePix, WalkIn } from "@/lib/events/gate/schema";
import { fetchPix, sendWalkIn, type GateMode } from "./gate-api";
import { screenOfWalkIn } from "./gate-screen";
import type { GateScreen } from "./result-screen";
import type { useGate } from "./use-gate";
import type { WalkInProblem } from "./walk-in-form";

type List = GateData["lists"][number];
type Gate = Pick<ReturnType<typeof useGate>, "note" | "sync">;

/** Registers people who arrive without a registration, and reads the Pix payment of the sale. */
export function useWalkIn(mode: GateMode, gate: Gate, list: List | null, show: (screen: GateScreen) => void) {
  const last = useRef<{ people: string; nonce: string } | null>(null);
  // The answer may be lost on its way: a second try for the same people has the same nonce and registers them once.
  const attemptOf = ({ typeId, name }: WalkIn, listId: string) => {
    const people = JSON.stringify([listId, typeId, name]);
    if (last.current?.people !== people) last.current = { people, nonce: crypto.randomUUID() };
    return { listId, nonce: last.current.nonce };
  };

  const addWalkIn = async (walkIn: WalkIn): Promise<WalkInProblem> => {
    if (!list) return "failed";
    const { data, failure } = await sendWalkIn(mode, { ...attemptOf(walkIn, list.id), ...walkIn });
    if (failure) return failure === "offline" ? "offline" : "failed";
    if (data.outcome === "refused") {
      if (data.reason === "price_changed") void gate.sync().catch(() => undefined);
      return data.reason;
    }
    last.current = null;
    void gate.note([data.answer]).catch(() => undefined);
    show(screenOfWalkIn(mode, data.answer));
    return null;
  };

  const readPix = async (walkIn: WalkIn): Promise<GatePix | "off" | "failed"> => {
    if (!list) return "failed";
    const { typeId, people, companions } = walkIn;
    const about = { ...attemptOf(walkIn, list.id), typeId, people, companions };
    const { data, failure } = await fetchPix(mode, about);
    return failure ? "failed" : (data.pix ?? "off");
  };

  return { addWalkIn, readPix };
}
