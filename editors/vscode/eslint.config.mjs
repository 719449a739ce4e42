import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["out/", "node_modules/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // node:test returns promises that nobody waits for.
      "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: [{ from: "package", name: "test", package: "node:test" }] }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["scripts/*.mjs", "test/browser/*.mjs"],
    languageOptions: {
      globals: { process: "readonly", console: "readonly", document: "readonly", performance: "readonly", setTimeout: "readonly", setInterval: "readonly", clearInterval: "readonly", window: "readonly" },
    },
  },
);
