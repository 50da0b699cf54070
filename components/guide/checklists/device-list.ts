import { useSyncExternalStore } from "react";
import { EMPTY_LIST, readDeviceList, type DeviceList } from "@/lib/guide/checklists/rules";
import { CHECKLIST_KEY } from "@/lib/platform/device-storage/rules";

const CHANGE = "lacambeche:checklist";

let memory = { stored: null as string | null, list: EMPTY_LIST };

/** Returns the same object until the stored text changes, because React compares snapshots by identity. */
function snapshot(): DeviceList {
  try {
    const stored = localStorage.getItem(CHECKLIST_KEY);
    if (stored !== memory.stored) memory = { stored, list: readDeviceList(stored) };
  } catch {
    // Without storage the list is lost with the page.
  }
  return memory.list;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  window.addEventListener(CHANGE, onChange);
  return () => {
    window.removeEventListener("storage", onChange);
    window.removeEventListener(CHANGE, onChange);
  };
}

/** Stores the list on this device and updates every tab that shows it. */
export function saveDeviceList(list: DeviceList): void {
  const stored = JSON.stringify(list);
  memory = { stored, list };
  try {
    localStorage.setItem(CHECKLIST_KEY, stored);
  } catch {
    memory.stored = null;
  }
  window.dispatchEvent(new Event(CHANGE));
}

/** The list stored on this device; empty on the server and until hydration. */
export function useDeviceList(): DeviceList {
  return useSyncExternalStore(subscribe, snapshot, () => EMPTY_LIST);
}
