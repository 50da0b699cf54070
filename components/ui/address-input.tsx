"use client";

import { Input } from "./input";

/** An address to copy: the field is read-only and is selected as a whole on focus. */
export function AddressInput({ label, address }: { label: string; address: string }) {
  return (
    <Input
      readOnly
      aria-label={label}
      value={address}
      onFocus={(event) => event.currentTarget.setSelectionRange(0, address.length)}
    />
  );
}
