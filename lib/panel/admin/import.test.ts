import { beforeEach, expect, it, vi } from "vitest";
import type { Account } from "../../platform/auth/account";
import { BRAZILIAN } from "../../platform/typed-values";
import { importRows } from "./import";
import { saveRows } from "./mutations";
import { namedRows, rowsById } from "./queries";
import { findResource } from "./registry";

vi.mock("server-only", () => ({}));
vi.mock("next-intl/server", () => ({
  getTranslations: async () => Object.assign((key: string) => key, { has: () => false }),
}));
vi.mock("../../platform/revalidate", () => ({ revalidatePages: vi.fn<() => void>() }));
vi.mock("../../platform/supabase/session", () => ({ createSessionClient: async () => ({}) }));
vi.mock("./pictures", () => ({ importPictures: vi.fn() }));
vi.mock("./mutations", () => ({ imageWithoutAltText: async () => null, saveRows: vi.fn() }));
vi.mock("./queries", () => ({
  namedRows: vi.fn(),
  rowsById: vi.fn(),
  referenceTitles: async () => ({ toll_id: { [TOLL]: "Praça de Palhoça" } }),
}));

const TOLL = vi.hoisted(() => "1b4e28ba-2fa1-4d2b-883f-0016d3cca427");
const ID = "2b4e28ba-2fa1-4d2b-883f-0016d3cca427";
const PRICE = {
  id: ID,
  toll_id: TOLL,
  vehicle_class: "car",
  price: 4.1,
  valid_from: "2026-01-01",
  valid_until: null,
};
const account = { id: "a" } as Account;
const check = (key: string, ...cells: Record<string, string>[]) =>
  importRows(account, findResource(key)!, {
    resource: key,
    rows: cells.map((one, index) => ({ line: index + 2, cells: one })),
    notation: BRAZILIAN,
    check: true,
  });

beforeEach(() => {
  vi.mocked(rowsById).mockResolvedValue(new Map([[ID, PRICE]]));
  vi.mocked(namedRows).mockReset().mockResolvedValue([]);
  vi.mocked(saveRows).mockReset().mockResolvedValue([]);
});

it("a row that names what it already points to is unchanged, also where no search finds the name", async () => {
  expect(await check("toll_prices", { id: ID, toll_id: "Praça de Palhoça" })).toMatchObject({ unchanged: 1, bad: [] });
});

it("a name that no row has is refused before anything is sent", async () => {
  expect(await check("toll_prices", { id: ID, toll_id: "Praça inventada" })).toMatchObject({
    bad: [{ line: 2, field: "toll_id", code: "unknownName" }],
  });
  expect(saveRows).not.toHaveBeenCalled();
});

it("a check does not refuse a new row whose picture is copied only when it is saved", async () => {
  const cells = {
    title: "Rua",
    city_ibge: "4205407",
    picture: "https://example.org/a.jpg",
    is_cover: "não",
    position: "1",
  };
  expect(await check("city_photos", cells)).toMatchObject({ saved: 1, bad: [] });
  expect(saveRows).not.toHaveBeenCalled();
});
