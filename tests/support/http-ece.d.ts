/** The part of http_ece that reads a push message; the package ships no types. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";
  type Options = { version: "aes128gcm"; privateKey: ECDH; authSecret: string };
  const ece: { decrypt(message: Buffer, options: Options): Buffer };
  export default ece;
}
