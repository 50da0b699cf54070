"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";

type Props = {
  of: "seller" | "sale";
  /** The message of the server, shown in the notice. */
  message: string;
  text: string;
  retry: string;
};

/** Shows that a page could not be loaded, with a button to retry. */
export function LoadFailure({ of, message, text, retry }: Props) {
  const router = useRouter();
  useEffect(() => {
    if (of === "seller") notify({ code: "seller.loadFailed", values: { message }, variant: "destructive" });
    else notify({ code: "sale.loadFailed", values: { message }, variant: "destructive" });
  }, [of, message]);
  return (
    <div className="grid justify-items-start gap-3 rounded-xl border-2 border-danger p-5">
      <p className="text-lg">{text}</p>
      <Button variant="outline" onClick={() => router.refresh()}>
        {retry}
      </Button>
    </div>
  );
}
