import type { Reader, ReadingState } from "@/components/platform/readings/use-readings";
import type { Sender } from "@/components/platform/readings/reading-queue";
import { deskEnd, indexDesk, isDeskOver, noteRedemption, type DeskIndex } from "@/lib/partners/desk/rules";
import {
  MAX_REDEMPTIONS,
  redemptionSchema,
  type Answer,
  type DeskData,
  type Redemption,
} from "@/lib/partners/desk/schema";
import { fetchDesk, scopeOf, sendRedemptions, type DeskMode } from "./desk-api";
import { deskStore, type Counted } from "./desk-store";

export type DeskState = ReadingState<DeskIndex>;
type DeskReader = Reader<DeskData, DeskIndex, Redemption, Answer, Counted>;

export const redemptionSender = (token: string | null): Sender<Redemption, Answer> => ({
  size: MAX_REDEMPTIONS,
  send: (readings, pending) => sendRedemptions(token, readings, pending),
});

/** How the desk of a place reads vouchers. */
export const deskReader = (mode: DeskMode): DeskReader => ({
  prefix: "voucher-desk",
  scope: () => scopeOf(mode),
  store: deskStore,
  reading: redemptionSchema,
  fetchList: () => fetchDesk(mode),
  sender: redemptionSender(mode.kind === "device" ? mode.token : null),
  index: indexDesk,
  isOver: (list) => isDeskOver(deskEnd(list), Date.now()),
  noteUnsent: (index, { downloadId, scannedAt }) => noteRedemption(index, downloadId, scannedAt),
  noteCounted: (index, { downloadId, scannedAt }) => noteRedemption(index, downloadId, scannedAt),
  countedOf: ({ result, downloadId, scannedAt, first }) =>
    downloadId && (result === "redeemed" || result === "duplicate")
      ? { downloadId, scannedAt: first?.at ?? scannedAt }
      : null,
});
