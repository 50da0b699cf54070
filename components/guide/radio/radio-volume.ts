import { VOLUME_KEY } from "@/lib/platform/device-storage/rules";

/** The volume stored on this device, between 0 and 1. */
export function storedVolume(): number {
  try {
    const stored = Number(localStorage.getItem(VOLUME_KEY) ?? 1);
    return stored >= 0 && stored <= 1 ? stored : 1;
  } catch {
    return 1;
  }
}

export function storeVolume(volume: number): void {
  try {
    localStorage.setItem(VOLUME_KEY, String(volume));
  } catch {
    // Storage is blocked: the volume is not stored.
  }
}
