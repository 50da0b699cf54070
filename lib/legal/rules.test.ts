import { describe, expect, it } from "vitest";
import { versionsIn } from "./rules";

const row = (version: string, locale: string, effective_at: string) => ({ version, locale, effective_at, title: `${version} ${locale}`, body: "…" });

describe("versionsIn", () => {
  const rows = [
    row("1.9", "pt-BR", "2026-01-01T00:00:00Z"),
    row("1.9", "en-US", "2026-01-01T00:00:00Z"),
    row("1.10", "pt-BR", "2026-01-01T00:00:00Z"),
    row("1.0", "en-US", "2025-01-01T00:00:00Z"),
    row("1.0", "pt-BR", "2025-01-01T00:00:00Z"),
  ];

  it("shows the newest version first, whatever order the rows come in", () => {
    expect(versionsIn(rows, "pt-BR").map(({ version }) => version)).toEqual(["1.10", "1.9", "1.0"]);
  });

  it("falls back to Portuguese version by version, and says so", () => {
    expect(versionsIn(rows, "en-US").map(({ title, fallback }) => [title, fallback])).toEqual([
      ["1.10 pt-BR", true],
      ["1.9 en-US", false],
      ["1.0 en-US", false],
    ]);
  });

  it("is empty when there is none", () => {
    expect(versionsIn([], "es-419")).toEqual([]);
  });
});
