"use client";

import { Undo2 } from "lucide";
import { Link } from "@/components/ui/link";
import { useSyncExternalStore } from "react";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { Icon } from "@/components/ui/icon";
import { LAST_STATE_KEY } from "@/lib/platform/device-storage/rules";
import { buttonClass } from "@/components/ui/button-class";

const neverChanges = () => () => undefined;

function storedState(): string | null {
  try {
    return localStorage.getItem(LAST_STATE_KEY);
  } catch {
    return null;
  }
}

/** 'Voltar para Santa Catarina': the last state viewed on this device. `label` contains `{state}`. */
export function LastState({ locale, label }: { locale: Locale; label: string }) {
  const uf = useSyncExternalStore(neverChanges, storedState, () => null);
  const state = stateOfSegment(uf ?? undefined);
  if (!state) return null;
  return (
    <Link href={localePath(locale, `/${uf}/home`)} className={buttonClass({ size: "round", className: "h-11" })}>
      <Icon of={Undo2} className="size-5" />
      {label.replace("{state}", state.name)}
    </Link>
  );
}
