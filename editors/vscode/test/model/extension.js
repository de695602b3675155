// A language model for the tests: remembers what it was sent and answers with the first quoted line. Plain JavaScript, because the function
// that registers a provider is not in the API version that the extension is built against.
const vscode = require('vscode');

const sent = [];
const text = message => message.content.map(part => part.value ?? '').join('');

exports.activate = context => {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('helix-test', {
      provideLanguageModelChatInformation: async () => [{
        id: 'quoter', name: 'Quoter', family: 'test', version: '1', maxInputTokens: 64000, maxOutputTokens: 4000,
        capabilities: { toolCalling: true }, isUserSelectable: true,
      }],
      async provideLanguageModelChatResponse(_model, messages, _options, progress) {
        const [system, prompt] = messages.map(text);
        sent.push({ system, prompt });
        progress.report(new vscode.LanguageModelTextPart('Letters leave in the order they were written [1].'));
      },
      provideTokenCount: async (_model, part) => Math.ceil((typeof part === 'string' ? part : text(part)).length / 4),
    }),
    // one call of selectChatModels makes the workbench ask the provider for its models
    vscode.commands.registerCommand('helix-test-model.sent', async () => {
      await vscode.lm.selectChatModels({ vendor: 'helix-test' });
      return sent;
    }),
  );
};
