import "server-only";
import { CODE_SIGNATURE } from "../../events/codes/rules";
import { signingKey } from "../../events/codes/service";
import { signedBytes, voucherCodeData, voucherCodeText, type VoucherCode } from "./rules";

/** Text that the QR code of a downloaded voucher ends with. The caller decides who may have it. */
export async function signVoucherCode(code: VoucherCode): Promise<string> {
  const { id, key } = await signingKey();
  const data = voucherCodeData(id, code);
  return voucherCodeText(data, new Uint8Array(await crypto.subtle.sign(CODE_SIGNATURE, key, signedBytes(data))));
}
