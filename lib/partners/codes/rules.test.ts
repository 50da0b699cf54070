import { beforeAll, describe, expect, it } from "vitest";
import {
  CODE_KEY,
  CODE_SIGNATURE,
  codeData,
  codeText,
  publicPart,
  type EventPublicKey,
} from "../../events/codes/rules";
import { signedBytes, verifyVoucherCode, voucherCodeData, voucherCodeText } from "./rules";

const CODE = {
  voucherId: "3f2b8c1a-0d4e-4f6a-9b7c-112233445566",
  downloadId: "a1b2c3d4-e5f6-4789-8abc-def012345678",
  expiresAt: 1_790_000_000,
};

let pair: CryptoKeyPair;
let keys: EventPublicKey[];

const signature = async (bytes: Uint8Array<ArrayBuffer>, signer = pair.privateKey) =>
  new Uint8Array(await crypto.subtle.sign(CODE_SIGNATURE, signer, bytes));

async function sign(keyId = 1, signer = pair.privateKey): Promise<string> {
  const data = voucherCodeData(keyId, CODE);
  return voucherCodeText(data, await signature(signedBytes(data), signer));
}

beforeAll(async () => {
  pair = await crypto.subtle.generateKey(CODE_KEY, true, ["sign", "verify"]);
  keys = [{ id: 1, publicKey: publicPart(await crypto.subtle.exportKey("jwk", pair.publicKey)) }];
});

describe("the code of a voucher", () => {
  it("is verified with the public key alone, also at the end of an address and in lower case", async () => {
    const code = await sign();
    expect(await verifyVoucherCode(code, keys)).toEqual(CODE);
    expect(await verifyVoucherCode(` https://example.org/voucher/redeem/x#${code.toLowerCase()}\n`, keys)).toEqual(
      CODE,
    );
  });

  it("is refused when any of its characters is changed", async () => {
    const code = await sign();
    // The unused bits of the last character are not part of the code.
    for (let place = 4; place < code.length - 1; place += 1) {
      const other = code[place] === "A" ? "B" : "A";
      expect(await verifyVoucherCode(code.slice(0, place) + other + code.slice(place + 1), keys)).toBeNull();
    }
  });

  it("is refused when another key signed it", async () => {
    const foreign = await crypto.subtle.generateKey(CODE_KEY, true, ["sign", "verify"]);
    expect(await verifyVoucherCode(await sign(1, foreign.privateKey), keys)).toBeNull();
    expect(await verifyVoucherCode(await sign(2), keys)).toBeNull();
  });

  it("is refused when its signature was made for a badge", async () => {
    const badge = codeData(1, {
      eventId: CODE.voucherId,
      registrationId: CODE.downloadId,
      badgeVersion: CODE.expiresAt,
    });
    const signed = await signature(badge);
    expect(await verifyVoucherCode(codeText(badge, signed), keys)).toBeNull();
    expect(await verifyVoucherCode(voucherCodeText(badge, signed), keys)).toBeNull();
  });

  it.each(["", "LCV1", "https://example.org", "LCV1" + "A".repeat(162), "LCV1" + "!".repeat(162), "é".repeat(166)])(
    "%j is no code",
    async (text) => expect(await verifyVoucherCode(text, keys)).toBeNull(),
  );
});
