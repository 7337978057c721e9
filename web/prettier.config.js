export default {
    printWidth: 120,
    tabWidth: 4,
    singleQuote: true,
    plugins: ['prettier-plugin-svelte'],
    overrides: [{ files: '*.svelte', options: { parser: 'svelte' } }],
};
