import type { ComponentProps } from "react";
import { TextField } from "./text-field";

type Props = Omit<ComponentProps<typeof TextField>, "type" | "inputMode" | "maxLength">;

/** An e-mail address; browsers suggest the person's own unless `autoComplete` is "off". */
export function EmailField(props: Props) {
  return <TextField type="email" inputMode="email" autoComplete="email" maxLength={254} {...props} />;
}

/** A telephone number; browsers suggest the person's own unless `autoComplete` is "off". */
export function PhoneField(props: Props) {
  return <TextField type="tel" inputMode="tel" autoComplete="tel" maxLength={30} {...props} />;
}
