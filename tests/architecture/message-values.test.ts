// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { notifyFailure } from "@/components/form/notify-failure";
import { takeFlash } from "@/components/ui/flash";
import { textOf, type ErrorMessages } from "@/components/ui/error-messages";
import { NOTICE_EVENT, type Notice } from "@/components/ui/notify";
import { ERROR_CODES, type ErrorCode } from "@/lib/platform/error";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { filledTexts, noticeCodes, writtenNotices } from "../support/message-use";
import { messagesOf, messageTree, placeholdersOf } from "../support/messages";
import { productCode } from "../support/source-files";

const portuguese = messagesOf("pt-BR");

/** Parameter names of a text: `{count, plural}` is `count`, `<link>` is `link`. */
const expectedBy = (key: string) =>
  placeholdersOf(portuguese.get(key) ?? "").map((name) => /\w+/.exec(name)?.[0] ?? "");
const missingIn = (key: string, given: readonly string[]) => expectedBy(key).filter((name) => !given.includes(name));

/** Server codes whose values are filled in by the one component that receives them; its own test checks the toast. */
const FILLED_BY_CALLER: readonly ErrorCode[] = ["oauth.failed"];

describe("messages with parameters", () => {
  const filled = productCode().flatMap(filledTexts);

  it("are found by the search", () => {
    expect(filled.filter(({ values }) => values?.length).length).toBeGreaterThan(50);
  });

  it("get all their values", () => {
    const unfilled = filled.filter(({ key, values }) => values && missingIn(key, values).length > 0);
    expect(
      unfilled.map(({ file, key, values }) => `${file}: ${key} lacks ${missingIn(key, values ?? []).join(", ")}`),
    ).toEqual([]);
  });
});

const written = productCode().flatMap(writtenNotices);
/** Codes that the code writes to a cookie instead of showing them itself. */
const leftInCookies = [...new Set(productCode().flatMap(noticeCodes))].filter(
  (code) => !written.some(({ key }) => key === code) && !FILLED_BY_CALLER.includes(code as ErrorCode),
);

describe("notices", () => {
  it("are found by the search", () => {
    expect(written).toContainEqual({
      file: "components/geo/map/geolocation.ts",
      key: "gps.failed",
      values: ["message"],
    });
    expect(written.length).toBeGreaterThan(30);
  });

  it("get all values of their title and description", () => {
    const unfilled = written.flatMap(({ file, key, values }) =>
      ["title", "description"].flatMap((part) =>
        (values ? missingIn(`platform/errors.${key}.${part}`, values) : ["values that are not an object"]).map(
          (name) => `${file}: ${key}.${part} lacks ${name}`,
        ),
      ),
    );
    expect(unfilled).toEqual([]);
  });
});

/** The text of a toast for a notice. */
function printed(locale: string, { code, values }: Notice): string {
  const messages = messageTree(locale).errors as ErrorMessages;
  return ["title", "description"].map((part) => textOf(messages, `${code}.${part}`, values)).join(" ");
}

describe.each(LOCALES)("server codes in %s", (locale) => {
  const shown: Notice[] = [];
  window.addEventListener(NOTICE_EVENT, (event) => shown.push((event as CustomEvent<Notice>).detail));

  it.each(ERROR_CODES.filter((code) => !FILLED_BY_CALLER.includes(code)))(
    "%s is shown without unfilled placeholders",
    (code) => {
      notifyFailure({ serverError: code });
      expect(printed(locale, shown.at(-1)!)).not.toMatch(/\{\w+\}/);
    },
  );

  it.each(leftInCookies)("%s from a cookie is shown without unfilled placeholders", (code) => {
    document.cookie = `flash=${code}`;
    expect(printed(locale, takeFlash()!)).not.toMatch(/\{\w+\}/);
  });
});
