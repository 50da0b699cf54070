import { afterAnswer, afterRead, isUnsent, opened, requestOf } from "@/lib/garage/checklists/device/rules";
import type { ReadChecklistAnswer, SaveChecklistAnswer } from "@/lib/garage/checklists/schema";
import {
  changeChecklist,
  readChecklist,
  removeChecklist,
  removePhoto,
  saveOwner,
  storeChecklist,
  storePhoto,
  storedChecklists,
  storedPhotos,
  type StoredPhoto,
} from "./checklist-store";

/** `sent`: the server has everything that it accepts. `unavailable`: it answers, but not now. */
export type UploadState = "sent" | "offline" | "unavailable" | "signed-out";
type Failure = Exclude<UploadState, "sent">;

const TIMEOUT_MS = 30_000;
/** Only one tab sends at a time. */
const LOCK = "checklists-upload";

async function ask(path: string, init: RequestInit = {}): Promise<Response | Failure> {
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (response?.status === 401) return "signed-out";
  if (!response) return "offline";
  return response.status < 500 && response.status !== 429 ? response : "unavailable";
}

/** Sends what the device has of one checklist until nothing is left that the server accepts. */
async function sendChecklist(id: string, isSigned: boolean): Promise<UploadState> {
  for (;;) {
    const device = await readChecklist(id);
    const sent = device && requestOf(isSigned ? device : { ...device, finish: null });
    if (!sent) return "sent";
    const response = await ask("/api/vehicle-checklists", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(sent),
    });
    if (typeof response === "string") return response;
    const isRead = response.ok;
    const body = isRead ? ((await response.json()) as { owner: string; answer: SaveChecklistAnswer }) : null;
    if (body && body.owner !== device.owner) return "signed-out";
    const answer: SaveChecklistAnswer = body?.answer ?? { outcome: "refused", field: null, reason: "invalid" };
    await changeChecklist(id, (now) => afterAnswer(now, sent, answer));
  }
}

async function sendPhoto(photo: StoredPhoto): Promise<UploadState> {
  const checklist = await readChecklist(photo.checklist);
  // The item must exist on the server first.
  if (checklist?.isNew) return checklist.refusal ? "sent" : "offline";
  const form = new FormData();
  form.set("id", photo.id);
  form.set("vehicle", photo.vehicle);
  form.set("item", photo.item);
  form.set("kind", "photo");
  form.set("file", photo.blob, "foto");
  const response = await ask("/api/vehicle-files", { method: "POST", body: form });
  if (typeof response === "string") return response;
  if (!response.ok) {
    // Kept on the device, where the person sees it.
    if (response.status !== 403) await storePhoto({ ...photo, isRefused: true });
    return response.status === 403 ? "unavailable" : "sent";
  }
  await removePhoto(photo.id);
  await changeChecklist(photo.checklist, (now) => ({
    ...now,
    list: {
      ...now.list,
      items: now.list.items.map((item) =>
        item.id === photo.item && !item.photos.includes(photo.id)
          ? { ...item, photos: [...item.photos, photo.id] }
          : item,
      ),
    },
  }));
  return "sent";
}

const photosToSend = async () => (await storedPhotos()).filter(({ isRefused }) => !isRefused);

async function sendAll(): Promise<UploadState> {
  const states: UploadState[] = [];
  const waiting = (await storedChecklists()).filter((device) => requestOf(device) !== null);
  for (const { id } of waiting) states.push(await sendChecklist(id, false));
  for (const photo of await photosToSend()) states.push(await sendPhoto(photo));
  // A finished checklist takes no more photos, so the signature is sent last.
  const unsent = new Set((await photosToSend()).map(({ checklist }) => checklist));
  for (const { id } of waiting) if (!unsent.has(id)) states.push(await sendChecklist(id, true));
  return states.find((state) => state !== "sent") ?? "sent";
}

/** Sends everything that waits on the device. */
export async function sendChecklists(): Promise<UploadState> {
  if (!("locks" in navigator)) return sendAll();
  return navigator.locks.request(LOCK, sendAll);
}

export type ReadState = "ready" | "kept" | "missing" | "not-kept" | "signed-out";

/** Reads a checklist from the server into the device; `kept` and `not-kept` without a connection. */
export async function refreshChecklist(id: string): Promise<ReadState> {
  const known = await readChecklist(id).catch(() => null);
  const response = await ask(`/api/vehicle-checklists/${id}`);
  if (response === "signed-out") return "signed-out";
  if (typeof response === "string") return known ? "kept" : "not-kept";
  if (response.status === 404) {
    if (known && !isUnsent(known)) await removeChecklist(id);
    return known && isUnsent(known) ? "kept" : "missing";
  }
  if (!response.ok) return known ? "kept" : "not-kept";
  const { owner, canEdit, checklist } = (await response.json()) as ReadChecklistAnswer;
  await saveOwner(owner);
  const changed = await changeChecklist(id, (now) =>
    now.owner === owner ? afterRead(now, checklist, canEdit) : opened(checklist, owner, canEdit),
  );
  if (!changed) await storeChecklist(opened(checklist, owner, canEdit));
  return "ready";
}
