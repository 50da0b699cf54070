import { beforeEach, expect, it, vi } from "vitest";
import { signedPath } from "@/lib/platform/signed-path";
import { answerStoredFile } from "./stored-picture";

const { byVisitor, byAccount, byServer, names } = vi.hoisted(() => ({
  byVisitor: vi.fn<() => Promise<object>>(),
  byAccount: vi.fn<() => Promise<object>>(),
  byServer: vi.fn<() => Promise<object>>(),
  names: { current: [] as string[] },
}));
const clientOf = (download: () => Promise<object>) => ({ storage: { from: () => ({ download }) } });
vi.mock("next/headers", () => ({ cookies: async () => ({ getAll: () => names.current.map((name) => ({ name })) }) }));
vi.mock("@/lib/platform/supabase/public", () => ({ createPublicClient: () => clientOf(byVisitor) }));
vi.mock("@/lib/platform/supabase/session", () => ({ createSessionClient: async () => clientOf(byAccount) }));

const PATH = "/arquivo-evento/2026-11/a.webp";
const FILE = { data: new Blob(["x"]) };
const NONE = { data: null };

async function get(path = PATH, key: string | null = "2026-11/a.webp") {
  const request = new Request(`http://localhost${path}`);
  const answer = await answerStoredFile(request, "event-files", key, () => clientOf(byServer) as never);
  return [answer.status, answer.headers.get("cache-control")];
}

beforeEach(() => {
  for (const download of [byVisitor, byAccount]) download.mockReset().mockResolvedValue(NONE);
  byServer.mockReset().mockResolvedValue(FILE);
  names.current = [];
});

it("answers a file that visitors may read as immutable", async () => {
  byVisitor.mockResolvedValue(FILE);
  expect(await get()).toEqual([200, "public, max-age=31536000, immutable"]);
});

it("answers 404 without storing it for any other file without a session and a signature", async () => {
  expect(await get()).toEqual([404, "no-store"]);
  expect(await get(`${PATH}?ate=99999999999&prova=x`)).toEqual([404, "no-store"]);
  expect(byAccount).not.toHaveBeenCalled();
  expect(byServer).not.toHaveBeenCalled();
});

it("answers a file that only the account may read as private", async () => {
  names.current = ["lacambeche-auth.0"];
  expect(await get()).toEqual([404, "no-store"]);
  byAccount.mockResolvedValue(FILE);
  expect(await get()).toEqual([200, "private, no-store"]);
});

it("answers a signed address as private", async () => {
  expect(await get(signedPath(PATH))).toEqual([200, "private, no-store"]);
  expect(await get(signedPath("/arquivo-evento/2026-11/b.webp").replace("b.webp", "a.webp"))).toEqual([
    404,
    "no-store",
  ]);
});

it("answers 404 for a name in another form", async () => {
  byVisitor.mockResolvedValue(FILE);
  expect(await get(PATH, null)).toEqual([404, "no-store"]);
});
