import { describe, expect, it } from "vitest";
import { versionsIn } from "./rules";

const row = (version: string, locale: string, effective_at: string) => ({
  version,
  locale,
  effective_at,
  title: `${version} ${locale}`,
  body: "…",
});

describe("versionsIn", () => {
  const rows = [
    row("1.9", "pt-BR", "2026-01-01T00:00:00Z"),
    row("1.9", "en-US", "2026-01-01T00:00:00Z"),
    row("1.10", "pt-BR", "2026-01-01T00:00:00Z"),
    row("1.0", "en-US", "2025-01-01T00:00:00Z"),
    row("1.0", "pt-BR", "2025-01-01T00:00:00Z"),
  ];

  it("sorts the newest version first, for any row order", () => {
    expect(versionsIn(rows, "pt-BR").map(({ version }) => version)).toEqual(["1.10", "1.9", "1.0"]);
  });

  it("falls back to Portuguese per version and marks it", () => {
    expect(versionsIn(rows, "en-US").map(({ title, fallback }) => [title, fallback])).toEqual([
      ["1.10 pt-BR", true],
      ["1.9 en-US", false],
      ["1.0 en-US", false],
    ]);
  });

  it("is empty without versions", () => {
    expect(versionsIn([], "es-419")).toEqual([]);
  });
});
