"use client";

import { lazy, Suspense } from "react";

const ErrorFallback = lazy(() =>
  import("@/components/ui/error-fallback").then((module) => ({ default: module.ErrorFallback })),
);

export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return (
    <Suspense>
      <ErrorFallback error={error} />
    </Suspense>
  );
}
