// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { removeEveryList } from "@/components/platform/readings/device-store";
import * as storage from "@/lib/platform/device-storage/rules";
import { clearChecklists } from "../../garage/checklists/checklist-store";
import { clearLog } from "../../garage/entries/log-store";
import { clearStamps } from "../../guide/passport/stamp-queue";
import { clearDriving } from "../../travel/driving/driving-store";
import { clearRally } from "../../travel/driving/rally-store";
import { removeDeviceData } from "./device-data";

vi.mock("@/components/platform/readings/device-store", () => ({ removeEveryList: vi.fn<typeof removeEveryList>() }));
vi.mock("../../garage/checklists/checklist-store", () => ({ clearChecklists: vi.fn<typeof clearChecklists>() }));
vi.mock("../../garage/entries/log-store", () => ({ clearLog: vi.fn<typeof clearLog>() }));
vi.mock("../../guide/passport/stamp-queue", () => ({ clearStamps: vi.fn<typeof clearStamps>() }));
vi.mock("../../travel/driving/driving-store", () => ({ clearDriving: vi.fn<typeof clearDriving>() }));
vi.mock("../../travel/driving/rally-store", () => ({ clearRally: vi.fn<typeof clearRally>() }));

const DATABASES = Object.entries(storage).flatMap(([name, value]) =>
  name.endsWith("_DATABASE") && typeof value === "string" ? [value] : [],
);

/** The databases that were emptied, in any order. */
const emptied = new Set<string>();

beforeEach(() => {
  emptied.clear();
  const empties = (name: string) => async () => void emptied.add(name);
  vi.mocked(removeEveryList).mockImplementation(async (name) => void emptied.add(name));
  vi.mocked(clearChecklists).mockImplementation(empties(storage.CHECKLISTS_DATABASE));
  vi.mocked(clearLog).mockImplementation(empties(storage.LOG_DATABASE));
  vi.mocked(clearStamps).mockImplementation(empties(storage.PASSPORT_DATABASE));
  vi.mocked(clearDriving).mockImplementation(empties(storage.DRIVING_DATABASE));
  vi.mocked(clearRally).mockImplementation(empties(storage.RALLY_DATABASE));
});

function signOut(databases: readonly string[]): void {
  vi.stubGlobal("indexedDB", { databases: async () => databases.map((name) => ({ name })) });
  removeDeviceData();
}

it.each(DATABASES)("at sign-out the database %s is emptied", async (name) => {
  signOut([name]);
  await vi.waitFor(() => expect([...emptied]).toEqual([name]));
});

it("at sign-out every other database is emptied when one cannot be", async () => {
  vi.mocked(removeEveryList).mockImplementation(async (name) => {
    if (name === storage.GATE_DATABASE) throw new Error("blocked");
    emptied.add(name);
  });
  signOut(DATABASES);
  const others = DATABASES.filter((name) => name !== storage.GATE_DATABASE);
  await vi.waitFor(() => expect([...emptied].toSorted()).toEqual(others.toSorted()));
});

it("at sign-out a device without databases empties none", async () => {
  signOut([]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([...emptied]).toEqual([]);
});

it("removes the listed entries of both storages and keeps the others", () => {
  vi.stubGlobal("indexedDB", { databases: async () => [] });
  for (const store of [localStorage, sessionStorage]) {
    for (const key of storage.REMOVED_AT_SIGN_OUT) store.setItem(`${key}1`, "x");
    store.setItem(storage.THEME_KEY, "dark");
  }
  removeDeviceData();
  for (const store of [localStorage, sessionStorage]) expect(Object.keys(store)).toEqual([storage.THEME_KEY]);
});
