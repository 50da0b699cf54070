// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { watchStock } from "./voucher-stock";

const TEXTS = { soldOut: "Esgotado", left: "Restam {count}", last: "Resta 1" };
const card = (id: string) => `<p data-voucher-stock="${id}"></p><button disabled data-voucher="${id}">Baixar</button>`;
const lines = () => [...document.querySelectorAll("p")].map(({ textContent }) => textContent);
const disabled = () => [...document.querySelectorAll("button")].map((button) => button.disabled);

afterEach(() => vi.unstubAllGlobals());

describe("watchStock", () => {
  it("writes what is left and disables what is sold out", async () => {
    document.body.innerHTML = ["a", "b", "c", "d"].map(card).join("");
    const fetch = vi.fn().mockResolvedValue({ ok: true, json: () => Promise.resolve({ a: 12, b: 1, c: 0 }) });
    vi.stubGlobal("fetch", fetch);
    watchStock("sc", TEXTS);
    expect(disabled()).toEqual([false, false, false, false]);
    await vi.waitFor(() => expect(lines()).toEqual(["Restam 12", "Resta 1", "Esgotado", ""]));
    expect(disabled()).toEqual([false, false, true, false]);
    expect(fetch).toHaveBeenCalledOnce();
    expect(fetch.mock.calls[0]![0]).toBe("/api/voucher-stock?uf=sc");
  });

  it("asks nothing when no voucher has a limit", () => {
    document.body.innerHTML = '<button disabled data-voucher="a">Baixar</button>';
    const fetch = vi.fn();
    vi.stubGlobal("fetch", fetch);
    watchStock("sc", TEXTS);
    expect(fetch).not.toHaveBeenCalled();
    expect(disabled()).toEqual([false]);
  });

  it("leaves the buttons enabled without an answer", async () => {
    document.body.innerHTML = card("a");
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new Error("offline")));
    watchStock("sc", TEXTS);
    await Promise.resolve();
    expect(disabled()).toEqual([false]);
  });
});
