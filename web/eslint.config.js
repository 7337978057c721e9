// What the linter looks for in the page. Layout is Prettier's business, types are svelte-check's.
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
    { ignores: ['dist/', 'dist.new/', 'node_modules/', 'wasm/', '.stryker/'] },
    js.configs.recommended,
    ...ts.configs.recommended,
    ...svelte.configs.recommended,
    prettier,
    ...svelte.configs.prettier,
    { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
    { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
    {
        files: ['src/service-worker.js'],
        languageOptions: {
            globals: {
                ...globals.serviceworker,
                __FILES__: 'readonly',
                __WORDS__: 'readonly',
                __VERSION__: 'readonly',
            },
        },
    },
    {
        rules: {
            // Svelte drops a blank at the edge of a block unless it is written as an expression.
            'svelte/no-useless-mustaches': 'off',
            'max-len': ['error', { code: 120 }],
            '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        },
    },
    // Sentences are as long as they are.
    {
        files: ['src/i18n/ids.ts', 'src/online/sayings.ts'],
        rules: { 'max-len': 'off' },
    },
);
