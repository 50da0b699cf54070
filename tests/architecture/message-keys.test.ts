import { describe, expect, it } from "vitest";
import { mapsFailureCode } from "@/lib/geo/geo/rules";
import { ERROR_CODES } from "@/lib/platform/error";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { usedKeys, noticeCodes } from "../support/message-use";
import { messagesOf } from "../support/messages";
import { productCode } from "../support/source-files";

const known = [...messagesOf("pt-BR").keys()];
const used = productCode().flatMap(usedKeys);

describe("message keys in the code", () => {
  it("are found by the search", () => {
    expect(used.length).toBeGreaterThan(100);
    expect(used).toContainEqual({ file: "components/site/layout/splash.tsx", key: "site/layout.splash", open: false });
    expect(used).toContainEqual({
      file: "components/site/layout/site-header.tsx",
      key: "site/layout.nav.",
      open: true,
    });
  });

  it("all exist as a message or a group of messages", () => {
    const missing = used.filter(
      ({ key, open }) => !known.some((name) => name === key || name.startsWith(open ? key : `${key}.`)),
    );
    expect(missing.map(({ file, key }) => `${file}: ${key}`)).toEqual([]);
  });
});

describe.each(LOCALES)("notice codes in %s", (locale) => {
  const messages = messagesOf(locale);
  const codes = new Set([
    ...ERROR_CODES,
    ...productCode().flatMap(noticeCodes),
    ...["x", "ApiNotActivatedMapError", "InvalidKeyMapError", "BillingNotEnabledMapError", "REQUEST_DENIED"].map(
      mapsFailureCode,
    ),
  ]);

  it("are found by the search", () => {
    expect([...codes]).toEqual(
      expect.arrayContaining(["state.select", "gps.denied", "install.ios", "profile.saved", "maps.billing"]),
    );
  });

  it.each([...codes])("%s has a title and a description", (code) => {
    expect(messages.get(`platform/errors.${code}.title`)).toBeTruthy();
    expect(messages.get(`platform/errors.${code}.description`)).toBeTruthy();
  });
});
