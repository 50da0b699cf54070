import { beforeEach, describe, expect, it, vi } from "vitest";
import { reportError } from "./report";

const logged = vi.fn<(line: string) => void>();

beforeEach(() => {
  logged.mockReset();
  vi.spyOn(console, "error").mockImplementation(logged);
});

const line = () => JSON.parse(logged.mock.calls[0]![0]) as Record<string, unknown>;

describe("reportError", () => {
  it("logs one line of JSON with place, cause and extras", () => {
    reportError("page-views", new Error("no answer", { cause: new Error("refused") }), { status: 503 });
    expect(logged).toHaveBeenCalledOnce();
    expect(logged.mock.calls[0]![0]).not.toContain("\n");
    expect(line()).toMatchObject({
      where: "page-views",
      name: "Error",
      message: "no answer",
      cause: "refused",
      status: 503,
    });
  });

  it("removes tokens from message, cause, stack and extras", () => {
    const token = `aB${"x1".repeat(20)}c`;
    reportError(
      "browser",
      new Error(`no answer of /pagamento/${token}`, { cause: new Error(`GET /anuncio/${token}`) }),
      { path: `/pagamento/${token}` },
    );
    expect(logged.mock.calls[0]![0]).not.toContain(token);
    expect(line()).toMatchObject({ message: "no answer of /pagamento/:token", path: "/pagamento/:token" });
  });

  it("accepts values that are not errors", () => {
    reportError("job", "just text");
    expect(line()).toMatchObject({ where: "job", message: "just text" });
  });

  it("reads message and code of the plain objects with which Supabase answers", () => {
    reportError("links", { message: "no row of ana@example.org", code: "PGRST116", details: "ana@example.org" });
    expect(line()).toMatchObject({ where: "links", message: "no row of [e-mail]", code: "PGRST116" });
    expect(logged.mock.calls[0]![0]).not.toContain("ana@");
  });
});
