import { beforeAll, describe, expect, it } from "vitest";
import {
  CODE_KEY,
  CODE_SIGNATURE,
  codeData,
  codeProblem,
  codeText,
  verifyEventCode,
  type EventPublicKey,
} from "./rules";

const CODE = {
  registrationId: "3f2b8c1a-0d4e-4f6a-9b7c-112233445566",
  eventId: "a1b2c3d4-e5f6-4789-8abc-def012345678",
  badgeVersion: 3,
};

let pair: CryptoKeyPair;
let keys: EventPublicKey[];

async function sign(code = CODE, keyId = 1, signer = pair.privateKey): Promise<string> {
  const data = codeData(keyId, code);
  return codeText(data, new Uint8Array(await crypto.subtle.sign(CODE_SIGNATURE, signer, data)));
}

beforeAll(async () => {
  pair = await crypto.subtle.generateKey(CODE_KEY, true, ["sign", "verify"]);
  const { x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  keys = [{ id: 1, publicKey: { kty: "EC", crv: "P-256", x: x!, y: y! } }];
});

describe("the code on a badge", () => {
  it("is verified with the public key alone and contains registration, event and version", async () => {
    expect(await verifyEventCode(await sign(), keys)).toEqual(CODE);
  });

  it("fits in 200 letters and digits", async () => {
    expect(await sign()).toMatch(/^[A-Z0-9]{1,200}$/);
  });

  it("is read in lower case and with spaces at its ends, as some readers type it", async () => {
    expect(await verifyEventCode(` ${(await sign()).toLowerCase()}\n`, keys)).toEqual(CODE);
  });

  it("is refused when any of its characters is changed", async () => {
    const code = await sign();
    // The unused bits of the last character are not part of the code.
    for (let place = 4; place < code.length - 1; place += 1) {
      const other = code[place] === "A" ? "B" : "A";
      expect(await verifyEventCode(code.slice(0, place) + other + code.slice(place + 1), keys)).toBeNull();
    }
  });

  it("is refused when another key signed it", async () => {
    const foreign = await crypto.subtle.generateKey(CODE_KEY, true, ["sign", "verify"]);
    expect(await verifyEventCode(await sign(CODE, 1, foreign.privateKey), keys)).toBeNull();
    expect(await verifyEventCode(await sign(CODE, 2), keys)).toBeNull();
  });

  it.each(["", "LCE1", "https://example.org", "LCE1" + "A".repeat(162), "LCE1" + "!".repeat(162), "é".repeat(166)])(
    "%j is no code",
    async (text) => expect(await verifyEventCode(text, keys)).toBeNull(),
  );
});

describe("a valid code", () => {
  it("of another event is refused", () => {
    expect(codeProblem(CODE, { eventId: "00000000-0000-4000-8000-000000000000", badgeVersion: 3 })).toBe("wrong_event");
  });

  it("of a replaced badge is refused", () => {
    expect(codeProblem(CODE, { eventId: CODE.eventId, badgeVersion: 4 })).toBe("revoked_badge");
    expect(codeProblem(CODE, { eventId: CODE.eventId, badgeVersion: 3 })).toBeNull();
  });
});
